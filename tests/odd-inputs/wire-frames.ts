/** Kinds of WebSocket frames (RFC 6455, 5.2). */
export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** What may be odd about the bytes of a frame; without any of it the frame is as a client has to send it. */
export type FrameOptions = {
  isFinal?: boolean
  /** The three reserved bits, as a number from 0 to 7. */
  reserved?: number
  isMasked?: boolean
  /** The length that the frame claims to have. */
  claims?: bigint
  /** Writes a short length in the long form. */
  isLongForm?: boolean
}

/** The bytes of a frame from a client. The mask is made of zeros, so the payload stays readable in what a test prints. */
export function frameOf(opcode: number, payload: Uint8Array, options: FrameOptions = {}): Buffer {
  const { isFinal = true, reserved = 0, isMasked = true, claims = BigInt(payload.length), isLongForm = false } = options
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode
  const mask = isMasked ? 0x80 : 0
  const long = Buffer.alloc(8)
  long.writeBigUInt64BE(claims)
  const length =
    isLongForm || claims > 0xffffn
      ? [mask | 127, ...long]
      : claims > 125n
        ? [mask | 126, ...long.subarray(6)]
        : [mask | Number(claims)]
  return Buffer.concat([Buffer.from([first, ...length]), Buffer.alloc(isMasked ? 4 : 0), payload])
}

/** A text frame in so many pieces. */
export function piecesOf(text: string, pieces: number): Buffer {
  const bytes = Buffer.from(text)
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  const frames: Buffer[] = []
  for (let at = 0; at < Math.max(1, bytes.length); at += size) {
    const opcode = at === 0 ? OPCODES.text : OPCODES.continuation
    frames.push(frameOf(opcode, bytes.subarray(at, at + size), { isFinal: at + size >= bytes.length }))
  }
  return Buffer.concat(frames)
}

/** A frame of the server: its kind and its payload. */
export type ReadFrame = { opcode: number; payload: Buffer }

/** Reads the whole frames at the beginning of what a server sent, and returns what is left of it. */
export function readFrames(bytes: Buffer): { frames: ReadFrame[]; rest: Buffer } {
  const frames: ReadFrame[] = []
  let rest = bytes
  for (;;) {
    const short = (rest[1] ?? 0) & 127
    const start = short === 126 ? 4 : short === 127 ? 10 : 2
    if (rest.length < start) return { frames, rest }
    const length = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short
    if (rest.length < start + length) return { frames, rest }
    frames.push({ opcode: (rest[0] ?? 0) & 15, payload: rest.subarray(start, start + length) })
    rest = rest.subarray(start + length)
  }
}
