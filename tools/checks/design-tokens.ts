// Style sheets whose values are not the site’s: the tokens themselves, black on white for printers, the metrics of the fonts, and the drawn
// window of the app, whose sizes are shares of its width.
const WITHOUT_TOKENS =
  /^website\/app\/styles\/(tokens|print|fonts)\.css$|^website\/app\/pages\/home\/sections\/preview\/preview\.css$/
const STYLE_SHEET = /^(?:website\/app|admin\/console)\/.*\.css$/
const MARKUP = /^(?:website\/app\/(?!art\/)|admin\/console\/).*(?<!\.test)\.tsx$/

const MAIL = /^supabase\/functions\/_shared\/mails\/(?!mail-colours\.).*(?<!\.test)\.ts$/

const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\((?!var\(--|in |from var\(--)/i
const SPACE = /^(?:margin|padding|gap|row-gap|column-gap)(?:-(?:block|inline))?(?:-(?:start|end))?$/
/** Spaces are multiples of 0.125rem, half a step of Tailwind's spacing scale. */
const SPACE_STEP_REM = 0.125

const ARBITRARY_COLOUR = /\[(?:#|rgb|hsl|okl)[^\]]*\]/
const ARBITRARY_SPACE = /\b(?:[pm][xytrblse]?|gap(?:-[xy])?|space-[xy])-\[[^\]]+\]/
const ARBITRARY_SIZE = /\btext-\[\d[^\]]*\]/
const RADIUS = /(?<=[\s'"`])rounded(?!(?:-[trblse]{1,2})?-(?:paper|card|sheet|full|none)\b)(?:-[^\s'"`]+)?(?=[\s'"`])/

/**
 * Reports colours of mails, and colours, font sizes, radii and spaces of the website and the console, that do not come from styles/tokens.css
 * or Tailwind's scales: literal values in style sheets, and class names with literal values in brackets. Drawings (art/) have a palette of their own.
 */
export function findValuesOutsideTokens(path: string, text: string): string[] {
  if (STYLE_SHEET.test(path) && !WITHOUT_TOKENS.test(path)) return overLines(path, text, findInDeclaration)
  if (MAIL.test(path)) return overLines(path, text, findInMail)
  return MARKUP.test(path) ? overLines(path, text, findInMarkup) : []
}

function overLines(path: string, text: string, find: (line: string) => string | undefined): string[] {
  const withoutComments = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\n)\s*\/\/.*/g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )
  return withoutComments.split('\n').flatMap((line, index) => {
    const complaint = find(line)
    return complaint === undefined ? [] : [`${path}:${index + 1} has ${complaint}`]
  })
}

function findInDeclaration(line: string): string | undefined {
  const [, property = '', value = line] = /^\s*([\w-]+):\s*(.+?);?$/.exec(line) ?? []
  const colour = COLOUR.exec(value)
  if (colour && !property.startsWith('--')) return `the colour ${colour[0]} instead of a token`
  if (property.endsWith('radius') && !/^(?:(?:var\(--radius-\w+\)|0)\s?)+$/.test(value)) return `the radius ${value}`
  if (property === 'font-size' && !value.startsWith('var(--text-')) return `the font size ${value}`
  if (SPACE.test(property)) {
    const odd = [...value.matchAll(/([\d.]+)rem\b/g)].find(([, rem]) => !Number.isInteger(Number(rem) / SPACE_STEP_REM))
    if (odd) return `the space ${odd[0]}, which is no multiple of ${SPACE_STEP_REM}rem`
  }
  return undefined
}

function findInMail(line: string): string | undefined {
  const colour = /#(?:[\da-f]{3}){1,2}\b(?=['";!\s])|\brgba?\((?!\$)/i.exec(line)
  return colour ? `the colour ${colour[0]} instead of one of mail-colours.ts` : undefined
}

function findInMarkup(line: string): string | undefined {
  const literal = [ARBITRARY_COLOUR, ARBITRARY_SPACE, ARBITRARY_SIZE, RADIUS]
    .map((pattern) => pattern.exec(line))
    .find(Boolean)
  if (literal) return `the class ${literal[0]} instead of a token`
  const colour = /\b(?:color|background|backgroundColor|fill|stroke|borderColor):\s*'(#[\da-f]{3,8})'/i.exec(line)
  return colour ? `the colour ${colour[1]} instead of a token` : undefined
}
