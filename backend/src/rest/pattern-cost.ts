// What it costs PostgreSQL to make a machine of a pattern, before anything is searched. It writes down every step from a place of the
// pattern to each that may follow, once for every kind of character the pattern tells apart, and works on with those. A place that may
// be left out multiplies the steps; what only stands between two characters (`^`, `\y`) is moved along all of them.

/** One of these takes PostgreSQL a microsecond or less. */
const RANGE_PER_STEP = 100
// Where a place has many ways on, each new one is compared with them.
const WAYS_PER_STEP = 500
/** Of what stands between two characters. Each more may double the steps: with 210 it was six minutes. */
const MARKS_MAX = 8
const BORDERS_MAX = 4
/** PostgreSQL refuses a higher count. */
const COUNT_MAX = 256

/** A part of a pattern: its places that may come first (for each kind of character) and last, and the steps within. */
type Part = { first: number; last: number; isSkippable: boolean; steps: number; marks: number; borders: number }

const NOTHING: Part = { first: 0, last: 0, isSkippable: true, steps: 0, marks: 0, borders: 0 }
const PLACE: Part = { ...NOTHING, first: 1, last: 1, isSkippable: false }
const MARK: Part = { ...PLACE, isSkippable: true, marks: 1 }

const CHARACTER = String.raw`\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|x[\dA-Fa-f]+|c.|[0-7]{1,3}|.)|.`
const SET = String.raw`\[\^?\]?(?:\[([.=:]).*?\1\]|\\.|[^\]\\])*\]`
const TOKEN = new RegExp(String.raw`\(\?(?:<?[=!]|:)|[*+?]\??|\{\d+(?:,\d*)?\}\??|${SET}|${CHARACTER}`, 'gsu')
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??$/
const SYNTAX = /^(?:\(.*|[)|.^$]|[*+?]\??|\{\d.*)$/
const LOOK_AROUND = /^\(\?<?[=!]$/
const ONE_OF_MANY = /^\[|^\\[dswDSW]$/
const WORD_END = /^\\[mMyY]$|^\[\[:[<>]:\]\]$/
const BETWEEN = /^(?:[$^]|\\[AZ])$/

/** The steps that PostgreSQL has with a pattern; infinitely many where they can't be told. */
export function stepsOf(pattern: string, ignoresCase: boolean): number {
  const tokens = pattern.match(TOKEN) ?? []
  const kinds = kindsIn(tokens) * (ignoresCase ? 2 : 1)
  const whole = partOf(tokens, kinds)
  if (whole.marks > MARKS_MAX || whole.borders > BORDERS_MAX) return Infinity
  const withBorders = whole.steps * (1 + (whole.borders * kinds) / 5)
  return withBorders + (ignoresCase ? rangesIn(pattern) / RANGE_PER_STEP : 0)
}

/** How many kinds of characters a pattern tells apart, at most. */
function kindsIn(tokens: readonly string[]): number {
  const named = tokens.filter((token) => !SYNTAX.test(token))
  return new Set(named.join('').match(new RegExp(CHARACTER, 'gsu'))).size + 1
}

/** All characters in all ranges: where case is ignored, each of them is looked up. As if every range began with the first character. */
function rangesIn(pattern: string): number {
  // Looked at from every dash, because a range may begin with one.
  const ends = pattern.matchAll(new RegExp(String.raw`-(?=(?:\[\.)?(${CHARACTER}))`, 'gsu'))
  return [...ends].reduce((sum, [, end = '']) => sum + codeOf(end), 0)
}

function codeOf(character: string): number {
  const [, hex] = /^\\[uUx]([\dA-Fa-f]+)$/.exec(character) ?? []
  return hex === undefined ? (character.codePointAt(character.startsWith('\\') ? 1 : 0) ?? 0) : Number.parseInt(hex, 16)
}

function partOf(tokens: readonly string[], kinds: number): Part {
  // Between two characters, by what kinds of them these are.
  const border: Part = { ...PLACE, first: kinds, isSkippable: true, borders: 1 }
  let at = 0
  let whole: Part = { ...NOTHING, last: 1 }
  // What closes nothing is PostgreSQL's to refuse; it comes to that only after it has read the rest.
  for (; at < tokens.length; at++) whole = followed(whole, choice())
  return whole

  function choice(): Part {
    let part = sequence()
    while (tokens[at] === '|') {
      at++
      part = either(part, sequence())
    }
    return part
  }

  function sequence(): Part {
    let part = NOTHING
    for (; at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')'; at++) part = followed(part, repeated(atom()))
    return part
  }

  function repeated(part: Part): Part {
    const quantifier = QUANTIFIER.exec(tokens[at + 1] ?? '')
    if (quantifier === null) return part
    at++
    return times(part, quantifier)
  }

  function atom(): Part {
    const token = tokens[at] ?? ''
    if (token.startsWith('(')) {
      at++
      const inner = choice()
      return LOOK_AROUND.test(token)
        ? { ...border, steps: inner.steps, marks: inner.marks, borders: inner.borders + 1 }
        : inner
    }
    if (WORD_END.test(token)) return border
    if (BETWEEN.test(token)) return MARK
    return ONE_OF_MANY.test(token) ? { ...PLACE, first: kinds } : PLACE
  }
}

function followed(before: Part, after: Part): Part {
  return {
    first: before.first + (before.isSkippable ? after.first : 0),
    last: after.last + (after.isSkippable ? before.last : 0),
    isSkippable: before.isSkippable && after.isSkippable,
    steps: before.steps + after.steps + stepsBetween(before, after),
    marks: before.marks + after.marks,
    borders: before.borders + after.borders,
  }
}

function either(one: Part, other: Part): Part {
  return {
    first: one.first + other.first,
    last: one.last + other.last,
    isSkippable: one.isSkippable || other.isSkippable,
    steps: one.steps + other.steps,
    marks: one.marks + other.marks,
    borders: one.borders + other.borders,
  }
}

function stepsBetween(before: Part, after: Part): number {
  return before.last * after.first * (1 + after.first / WAYS_PER_STEP)
}

function times(part: Part, [quantifier = '', least, comma, most]: RegExpExecArray): Part {
  if (quantifier.startsWith('?')) return { ...part, isSkippable: true }
  if (least === undefined) return { ...looped(part), isSkippable: part.isSkippable || quantifier.startsWith('*') }
  let all = NOTHING
  for (let turn = 0; turn < Math.min(COUNT_MAX, Number(most || least)); turn++) {
    all = followed(all, turn < Number(least) ? part : { ...part, isSkippable: true })
  }
  return comma !== '' && most === '' ? followed(all, { ...looped(part), isSkippable: true }) : all
}

/** A part that may come again and again. Marks are passed without end there: `((\y|)+(\y|)+)+` alone takes half a second. */
function looped(part: Part): Part {
  const marks = part.marks + part.borders
  const isEndless = marks > 1 || (marks === 1 && part.isSkippable)
  return { ...part, steps: isEndless ? Infinity : part.steps + stepsBetween(part, part) }
}
