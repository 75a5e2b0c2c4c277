/**
 * The letters of a pencil, one stroke each, without a font: the width that a letter takes, and its path relative to the start of the letter
 * on the base line. Small letters are 16 units high. A letter is the same wherever it stands, so that texts compress well.
 */
const letters: Readonly<Record<string, readonly [advance: number, path: string]>> = {
  ' ': [13, ''],
  "'": [7, 'm4-28l-1 7'],
  ',': [8, 'm2-2q2 4-2 8'],
  '.': [8, 'm2-1l1 1'],
  '/': [17, 'm14-28l-11 33'],
  '1': [13, 'm2-21l6-6v27'],
  '4': [18, 'm10-27l-8 18h14m-4-10v19'],
  '5': [17, 'm14-26h-9l-2 11c8-4 12 1 11 7s-8 10-12 5'],
  '7': [16, 'm2-26h12q-8 11-9 26'],
  ':': [9, 'm3-12l1 1m-1 9l1 1'],
  M: [26, 'm3 0l3-27 7 17 8-17 2 27'],
  R: [20, 'm3 0l1-27c11-4 16 3 12 8-2 4-7 5-12 5q8 4 13 14'],
  U: [20, 'm2-27c-1 15-1 27 6 27s9-12 9-27'],
  a: [18, 'm12-14c-5-4-11 0-11 7s8 9 11-1l1-6c-1 6-1 12 3 14'],
  b: [16, 'm3-29c0 10-1 19-1 28 1-8 4-14 8-13 6 2 4 14-3 14q-3 0-5-2'],
  c: [14, 'm11-13c-5-5-11 1-10 8 1 6 7 6 11 1'],
  d: [18, 'm12-14c-5-4-11 0-11 7s9 9 11-3l2-19q-3 15 2 29'],
  e: [14, 'm1-7c6 0 10-2 10-6s-7-4-9 2 2 15 10 7'],
  f: [14, 'm12-26c-5-5-8 1-8 8v19m-3-16h10'],
  g: [17, 'm12-14c-5-4-11 0-11 6s8 9 11-1l1-6c1 9 1 25-6 25-3 0-5-2-5-5'],
  h: [16, 'm3-29l-1 29c1-9 4-15 7-15s4 6 4 15'],
  i: [8, 'm3-15v15m0-23l1 1'],
  k: [16, 'm3-29l-1 29m10-16l-9 8q6 2 10 9'],
  l: [9, 'm4-29c-2 12-2 20-1 26q1 3 4 3'],
  m: [24, 'm2-15v15c1-9 3-15 6-15s4 6 3 15c1-9 4-15 7-15s4 6 3 15'],
  n: [17, 'm2-15v15c1-9 4-15 8-15s4 6 4 15'],
  o: [16, 'm9-15c-6-1-9 3-8 8s4 8 7 7 6-4 6-8-3-8-7-7'],
  p: [17, 'm3-15c0 9-1 18-1 28m1-19c1-7 4-10 8-9 5 2 4 14-3 15q-4 0-5-3'],
  r: [13, 'm2-15v15c1-10 5-17 9-13'],
  s: [13, 'm11-13c-3-4-9-2-9 1 0 4 9 4 8 8-1 5-7 5-9 2'],
  t: [13, 'm6-24c-1 10-2 18-1 22q2 3 5 0m-9-15h11'],
  u: [17, 'm2-15c-1 8-1 15 3 15s7-7 8-15c-1 6 0 12 3 15'],
  v: [14, 'm1-15l5 15 7-15'],
  w: [20, 'm1-15l4 15 6-12 3 12 6-15'],
  x: [15, 'm2-14l10 14m0-15l-11 15'],
  y: [16, 'm2-15q-1 10 4 10t8-10c0 12-1 26-7 26-3 0-5-2-5-4'],
}

/** A hand does not hold the line: how far each next letter starts above or below it. */
const WAVER = [0, 1, -1, 1, 0, -1]

/** Returns the path of a note in pencil that begins at 0, 0 on the base line, and its width. */
export function writeInPencil(text: string): { path: string; width: number } {
  let path = ''
  let width = 0
  for (const [index, character] of [...text].entries()) {
    const letter = letters[character]
    if (!letter) throw new Error(`The pencil has no letter '${character}'.`)
    const [advance, shape] = letter
    if (shape) path += `M${width} ${WAVER[index % WAVER.length]}${shape}`
    width += advance
  }
  return { path, width }
}
