/** The opcodes of WebSocket frames (RFC 6455, 5.2). */
export const WEBSOCKET_OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Ways in which an encoded WebSocket frame can deviate from a valid client frame. The defaults produce a valid frame. */
export type WebSocketFrameOptions = {
  isFinal?: boolean
  /** The three reserved bits of the frame header, as a number from 0 to 7. */
  reserved?: number
  isMasked?: boolean
  /** The payload length that the frame header states; it may differ from the actual length. */
  claims?: bigint
  /** Encodes a short payload length with eight bytes, which RFC 6455 forbids. */
  isLongForm?: boolean
}

/** Encodes a WebSocket frame of a client. The masking key is zero, so that the payload is readable in test output. */
export function encodeWebSocketFrame(opcode: number, payload: Uint8Array, options: WebSocketFrameOptions = {}): Buffer {
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

/** Encodes a text message as a sequence of about `count` fragments (RFC 6455, 5.4). */
export function encodeFragmentedMessage(text: string, count: number): Buffer {
  const bytes = Buffer.from(text)
  const size = Math.max(1, Math.ceil(bytes.length / count))
  const frames: Buffer[] = []
  for (let at = 0; at < Math.max(1, bytes.length); at += size) {
    const opcode = at === 0 ? WEBSOCKET_OPCODES.text : WEBSOCKET_OPCODES.continuation
    frames.push(encodeWebSocketFrame(opcode, bytes.subarray(at, at + size), { isFinal: at + size >= bytes.length }))
  }
  return Buffer.concat(frames)
}

/** A decoded WebSocket frame of the server. */
export type DecodedWebSocketFrame = { opcode: number; payload: Buffer }

/** Decodes the complete frames at the beginning of the received bytes and returns the remaining bytes as `rest`. */
export function decodeWebSocketFrames(bytes: Buffer): { frames: DecodedWebSocketFrame[]; rest: Buffer } {
  const frames: DecodedWebSocketFrame[] = []
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
