import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A file to put into an archive: its path in the archive and its content. */
type TestFile = { path: string; bytes: Buffer }

const PROCESSORS = { intel: 0x01000007, silicon: 0x0100000c }

/** Returns the headers of a Mac program (Mach-O) for one processor, or of a universal program for several, followed by random bytes. */
export function createMacProgram(...processors: (keyof typeof PROCESSORS)[]): Buffer {
  const bytes = randomBytes(1_000)
  const [first] = processors
  if (processors.length === 1 && first !== undefined) {
    bytes.writeUInt32LE(0xfeedfacf, 0)
    bytes.writeUInt32LE(PROCESSORS[first], 4)
    return bytes
  }
  bytes.writeUInt32BE(0xcafebabe, 0)
  bytes.writeUInt32BE(processors.length, 4)
  for (const [at, each] of processors.entries()) bytes.writeUInt32BE(PROCESSORS[each], 8 + at * 20)
  return bytes
}

/** Returns the files of a Mac app: its Info.plist with the version, its program, and a nested helper app, which has another version. */
export function createMacApp(version: string, program: Buffer): TestFile[] {
  const properties = (stated: string) =>
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>\n\t<key>CFBundleShortVersionString</key>\n\t<string>${stated}</string>\n</dict></plist>\n`,
    )
  const helper = 'App.app/Contents/Frameworks/Helper.app/Contents'
  return [
    { path: `${helper}/Info.plist`, bytes: properties('99.0.0') },
    { path: `${helper}/MacOS/Helper`, bytes: createMacProgram('intel', 'silicon') },
    { path: 'App.app/Contents/MacOS/App', bytes: program },
    { path: 'App.app/Contents/Info.plist', bytes: properties(version) },
  ]
}

/** Returns the files as a .zip archive, uncompressed (PKWARE, APPNOTE.TXT, 4.3.7 and 4.3.12). */
export function createZip(files: readonly TestFile[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, bytes } of files) {
    const name = Buffer.from(path)
    const facts = Buffer.alloc(26) // the fields that both headers have in common
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const position = Buffer.alloc(14)
    position.writeUInt32LE(offset, 10)
    locals.push(Buffer.from('PK\u0003\u0004'), facts, name, bytes)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, position, name)
    offset += 30 + name.length + bytes.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\u0005\u0006'), end])
}
