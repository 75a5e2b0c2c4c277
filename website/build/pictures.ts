import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { DrawnPicture } from './draw-pictures.tsx'

const FILES = 'virtual:pictures'
const ALT_TEXTS = 'virtual:picture-alt-texts'

/**
 * A Vite plugin that writes the drawings of app/art as SVG files (dist/pictures) and provides their URLs and sizes as the module
 * `virtual:pictures`, and their alt texts as `virtual:picture-alt-texts`, which the first load does not need. As React components the
 * drawings would be sent twice, in the HTML and in the script, and parsed before hydration; as image files they are loaded lazily.
 */
export function picturesPlugin(): Plugin {
  let root = ''
  let drawn: Promise<DrawnPicture[]> | null = null

  async function draw(): Promise<DrawnPicture[]> {
    const file = join(root, 'build/draw-pictures.tsx')
    const { module } = await runnerImport<typeof import('./draw-pictures.tsx')>(file, { root, configFile: false })
    const folder = join(root, 'dist/pictures')
    await mkdir(folder, { recursive: true })
    const all = module.drawPictures()
    await Promise.all(all.map((picture) => writeFile(join(folder, `${picture.id}.svg`), picture.svg)))
    return all
  }

  return {
    name: 'site:pictures',
    configResolved(config) {
      root = config.root
    },
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : null),
    async load(id) {
      const write = MODULES.get(id.slice(1))
      if (!write || !id.startsWith('\0')) return null
      drawn ??= draw()
      return write(await drawn)
    },
    hotUpdate({ file }) {
      if (!file.startsWith(join(root, 'app/art/'))) return
      drawn = null
      const modules = [...MODULES.keys()].map((id) => this.environment.moduleGraph.getModuleById(`\0${id}`))
      return modules.filter((module) => module !== undefined)
    },
  }
}

function writeFilesModule(all: DrawnPicture[]): string {
  const imports = all.map(({ id }, index) => `import src${index} from '/dist/pictures/${id}.svg'`)
  const entries = all.map(
    ({ id, width, height }, index) =>
      `${JSON.stringify(id)}: { src: src${index}, ...${JSON.stringify({ width, height })} }`,
  )
  return `${imports.join('\n')}\nexport const pictures = {\n${entries.join(',\n')}\n}`
}

function writeAltTextsModule(all: DrawnPicture[]): string {
  const texts = Object.fromEntries(all.filter(({ alt }) => alt !== '').map(({ id, alt }) => [id, alt]))
  return `export const altTexts = ${JSON.stringify(texts)}`
}

const MODULES = new Map([
  [FILES, writeFilesModule],
  [ALT_TEXTS, writeAltTextsModule],
])
