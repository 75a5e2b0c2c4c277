import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../tools/root.ts'
import { findFreePort } from '../support/free-port.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { type BuildStage, parseBuildStages, readContainerConfig } from './containerfile.ts'
import { createFreshClone, createTerminalEnvironment } from './fresh-clone.ts'
import { MissingPrerequisiteError, runProgramToExit, startLongRunningProgram } from './programs.ts'
import type { Rehearsal } from './rehearsal.ts'

/** The user id of the user `node` in the container image. */
const IMAGE_USER = 1_000

type Log = (line: string) => void

/**
 * Rehearses a build with deploy/Containerfile on a machine without a container engine: executes the file's instructions one by one,
 * with a folder in place of each build stage.
 */
export const containerRehearsal: Rehearsal = {
  shows: 'the instructions of the Containerfile build an image that runs as another user on a read-only tree',
  async run(say) {
    if (process.getuid?.() !== 0)
      throw new MissingPrerequisiteError('Run this as root: the instructions change the user.')
    const stages = parseBuildStages(await readFile(join(ROOT, 'deploy/Containerfile'), 'utf8'))
    const [build, final] = stages
    assert(build?.name === 'build' && final !== undefined && stages.length === 2, 'there are two stages')
    for (const { image } of stages) assert.equal(image, 'node:24-slim')
    // mkdtemp creates folders with mode 0700, which the container's unprivileged user could not enter.
    await using folder = await createTemporaryFolder('image-')
    await chmod(folder.path, 0o755)
    const places = {
      build: join(folder.path, 'build'),
      final: join(folder.path, 'final'),
      data: join(folder.path, 'data'),
    }
    for (const place of Object.values(places)) await mkdir(place)
    await chown(places.data, IMAGE_USER, IMAGE_USER)
    await buildStage(build, places.build, say)
    await copyToFinal(final, places)
    say(`the tree of the image takes ${weightOf(places.final)} MB`)
    await runFinal(final, places, say)
  },
}

async function buildStage({ instructions }: BuildStage, place: string, say: Log): Promise<void> {
  await using clone = await createFreshClone()
  for (const { word, rest } of instructions) {
    if (word === 'WORKDIR') continue
    if (word === 'COPY') {
      assert.equal(rest, '. .')
      await cp(clone.path, place, { recursive: true })
      for (const path of await ignored()) await rm(join(place, path), { recursive: true, force: true })
      continue
    }
    assert.equal(word, 'RUN')
    const began = Date.now()
    const { code, said } = await runProgramToExit('sh', ['-c', rest], { cwd: place, env: withThisNode() })
    assert.equal(code, 0, `${rest}\n${said}`)
    say(
      `${rest}: ${((Date.now() - began) / 1_000).toFixed(0)} s, node_modules ${weightOf(join(place, 'node_modules'))} MB`,
    )
  }
}

/**
 * Returns the literal paths in .dockerignore. The patterns in .dockerignore match only files that a fresh clone does not contain, so
 * they are skipped.
 */
async function ignored(): Promise<string[]> {
  const lines = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n')
  return lines.filter((line) => line !== '' && !/[*#!]/.test(line))
}

/**
 * Returns environment variables with the folder of the running Node first in PATH. The container image has Node 24, whereas the
 * first Node in this machine's PATH may be older.
 */
function withThisNode(): Record<string, string> {
  const env = createTerminalEnvironment()
  return { ...env, PATH: `${dirname(process.execPath)}:${env['PATH'] ?? ''}` }
}

async function copyToFinal({ instructions }: BuildStage, places: { build: string; final: string }): Promise<void> {
  for (const { rest } of instructions.filter(({ word }) => word === 'COPY')) {
    const [, from = '', to = ''] = /^--from=build \/site\/(\S+) \.\/(\S*)$/.exec(rest) ?? []
    assert(from !== '', rest)
    const target = join(places.final, to === '' ? from : to)
    await cp(join(places.build, from), target, { recursive: true, verbatimSymlinks: true })
  }
  // `COPY --from` sets the owner to root and keeps the file modes, so that only root can write to the copied tree.
  execFileSync('chown', ['-R', 'root:root', places.final])
  // Removes the build stage, so that symlinks from the final stage into it fail, as they would in the image.
  await rm(places.build, { recursive: true })
}

async function runFinal(stage: BuildStage, places: { final: string; data: string }, say: Log): Promise<void> {
  const { user, command, healthCheck, environment } = readContainerConfig(stage)
  assert.equal(user, 'node')
  assert.equal(environment['DATA_DIR'], '/data')
  const port = String(await findFreePort())
  const options = {
    cwd: places.final,
    uid: IMAGE_USER,
    gid: IMAGE_USER,
    env: { PATH: dirname(process.execPath), ...environment, HOST: '127.0.0.1', PORT: port, DATA_DIR: places.data },
  }
  const [program = '', ...words] = command
  await using server = startLongRunningProgram(program, words, options)
  const check = async () => (await runProgramToExit(healthCheck[0] ?? '', healthCheck.slice(1), options)).code
  const deadline = Date.now() + 120_000
  const began = Date.now()
  while ((await check()) !== 0) {
    assert(server.isRunning() && Date.now() < deadline, server.said())
    await pause(200)
  }
  say(`the health check passes after ${((Date.now() - began) / 1_000).toFixed(0)} s`)
  const page = await fetch(`http://127.0.0.1:${port}/download`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<\/html>/)
  const touch = await runProgramToExit('/usr/bin/touch', [join(places.final, 'server/dist/written')], options)
  assert.notEqual(touch.code, 0, 'the tree can be written to')
  say(`a page is served; user ${IMAGE_USER} cannot write to the tree`)
  await server[Symbol.asyncDispose]()
  assert.notEqual(await check(), 0, 'the health check passes without a server')
  say('after the stop the health check fails')
}

function weightOf(path: string): string {
  return execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0] ?? ''
}
