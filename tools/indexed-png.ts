import { crc32, deflateSync } from 'node:zlib'

/** A picture as one byte each of red, green, blue and alpha for every dot; alpha is left out. */
export type Dots = { width: number; height: number; rgba: Uint8Array }

type Box = number[]

/**
 * The picture as a PNG of at most 256 colours, a quarter of the size that browsers write: the colours are chosen by
 * median cut over the 262,144 shades of six bits a channel, weighted by how often each is seen.
 */
export function indexedPng({ width, height, rgba }: Dots, colours = 256): Buffer {
  const seen = countShades(rgba)
  const palette = choosePalette(seen, colours)
  const nearest = new Map<number, number>()
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shade = shadeAt(rgba, (y * width + x) * 4, lift(x, y))
      let index = nearest.get(shade)
      if (index === undefined) nearest.set(shade, (index = nearestIn(palette, shade)))
      rows[y * (width + 1) + 1 + x] = index
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

function shadeAt(rgba: Uint8Array, at: number, lifted = 0): number {
  const bits = (value = 0) => Math.min(Math.max(value + lifted, 0), 255) >> 2
  return (bits(rgba[at]) << 12) | (bits(rgba[at + 1]) << 6) | bits(rgba[at + 2])
}

// An even pattern of a few dots lighter, a few darker, so that a slow gradient does not break into bands.
function lift(x: number, y: number): number {
  return [-5, 1, 5, -2][(x & 1) + (y & 1) * 2] ?? 0
}

function countShades(rgba: Uint8Array): Map<number, number> {
  const seen = new Map<number, number>()
  for (let at = 0; at < rgba.length; at += 4) {
    const shade = shadeAt(rgba, at)
    seen.set(shade, (seen.get(shade) ?? 0) + 1)
  }
  return seen
}

// Spread over the whole range, so that white stays white.
function channel(shade: number, which: number): number {
  const bits = (shade >> (12 - which * 6)) & 63
  return Math.round((bits * 255) / 63)
}

function choosePalette(seen: Map<number, number>, colours: number): [number, number, number][] {
  const weight = (shade: number) => seen.get(shade) ?? 0
  const boxes: Box[] = [[...seen.keys()]]
  while (boxes.length < colours) {
    const widest = boxes
      .filter((box) => box.length > 1)
      .sort((one, other) => worth(other, weight) - worth(one, weight))[0]
    if (!widest) break
    boxes.splice(boxes.indexOf(widest), 1, ...halves(widest, weight))
  }
  return boxes.map((box) => meanOf(box, weight))
}

function spread(box: Box, which: number): number {
  const values = box.map((shade) => channel(shade, which))
  return Math.max(...values) - Math.min(...values)
}

function worth(box: Box, weight: (shade: number) => number): number {
  const dots = box.reduce((sum, shade) => sum + weight(shade), 0)
  return Math.max(spread(box, 0), spread(box, 1), spread(box, 2)) * Math.sqrt(dots)
}

function halves(box: Box, weight: (shade: number) => number): [Box, Box] {
  const which = [0, 1, 2].sort((one, other) => spread(box, other) - spread(box, one))[0] ?? 0
  const sorted = box.toSorted((one, other) => channel(one, which) - channel(other, which))
  const half = sorted.reduce((sum, shade) => sum + weight(shade), 0) / 2
  let passed = 0
  let cut = sorted.findIndex((shade) => (passed += weight(shade)) >= half) + 1
  cut = Math.min(Math.max(cut, 1), sorted.length - 1)
  return [sorted.slice(0, cut), sorted.slice(cut)]
}

function meanOf(box: Box, weight: (shade: number) => number): [number, number, number] {
  const dots = box.reduce((sum, shade) => sum + weight(shade), 0)
  const mean = (which: number) =>
    Math.round(box.reduce((sum, shade) => sum + channel(shade, which) * weight(shade), 0) / dots)
  return [mean(0), mean(1), mean(2)]
}

function nearestIn(palette: [number, number, number][], shade: number): number {
  const [red, green, blue] = [channel(shade, 0), channel(shade, 1), channel(shade, 2)]
  let best = 0
  let least = Number.POSITIVE_INFINITY
  palette.forEach(([r, g, b], index) => {
    const distance = 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2
    if (distance < least) [best, least] = [index, distance]
  })
  return best
}
