import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { DrawnPicture } from './draw-pictures.tsx'

const MODULE = 'virtual:pictures'

/**
 * A Vite plugin that writes the drawings of app/art as SVG files (dist/pictures) and provides their URLs and texts as the module
 * `virtual:pictures`. As React components the drawings would be sent twice, in the HTML and in the script, and parsed before hydration; as
 * image files they are loaded lazily.
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
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      drawn ??= draw()
      return moduleOf(await drawn)
    },
    hotUpdate({ file }) {
      if (!file.startsWith(join(root, 'app/art/'))) return
      drawn = null
      const module = this.environment.moduleGraph.getModuleById(`\0${MODULE}`)
      return module ? [module] : undefined
    },
  }
}

function moduleOf(all: DrawnPicture[]): string {
  const imports = all.map(({ id }, index) => `import src${index} from '/dist/pictures/${id}.svg'`)
  const entries = all.map(
    ({ svg: _, id, ...words }, index) => `${JSON.stringify(id)}: { ...${JSON.stringify(words)}, src: src${index} }`,
  )
  return `${imports.join('\n')}\nexport const pictures = {\n${entries.join(',\n')}\n}`
}
