import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTestInstallers } from '../rules/admin-release-files.ts'
import { type AdminCommandResult, runAdminOnBackend, startAdminProgram } from '../rules/admin-run.ts'
import { createPinnedEnvironment, writeTestReleaseKey } from '../rules/release-key-environment.ts'
import { getDownloadUrl } from '../rules/release-pointers.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'
import { type RequestCounter, startRequestCounter } from './kill-at-request.ts'
import { isProvenFile, readOfferedFiles } from './release-check.ts'

const POINTERS = ['version.json', 'latest.yml', 'latest-mac.yml']

/** How many requests a command takes: publishing some fifty, any other some twenty. */
const REQUESTS = { publish: 50, other: 20 }

/** One of this many reads also downloads the offered files completely. */
const READS_PER_DOWNLOAD = 100

/**
 * While `readers` parallel readers read the files that point to the current release, an operator publishes, stages, halts, resumes and rolls
 * back releases in `rounds` rounds; in two of three rounds the operator's process is killed while it sends a random one of its requests. No reader may see parts of
 * two releases in one file, and every offered file must be downloadable with the hash that stands beside its link.
 */
export async function runReleaseReaderScenario(
  backend: TestBackend,
  readers: number,
  rounds: number,
): Promise<FaultMeasurement[]> {
  await using folder = await createTemporaryFolder('release-')
  await using counter = await startRequestCounter(backend.url)
  const key = await writeTestReleaseKey(folder.path)
  const env = createPinnedEnvironment(backend.url, key)
  const publishArguments = async (version: string) => {
    const { options } = await writeTestInstallers(folder.path, 'build')
    return ['publish', '--version', version, ...options, ...key.options, '--staged', String(randomInt(1, 101))]
  }
  const finish = async (args: string[]) => {
    const result = await runAdminOnBackend(backend, ['release', ...args], env)
    if (result.code !== 0) throw new Error(`release ${args.join(' ')}: ${result.err}`)
  }
  for (const version of ['1.0.0', '1.0.1']) await finish((await publishArguments(version)).slice(0, -2))

  const seen = { reads: 0, downloads: 0, versions: new Set<string>(), mixtures: [] as string[] }
  let isOver = false
  const reading = Promise.all(
    Array.from({ length: readers }, async (_, reader) => {
      while (!isOver) {
        await readOnce(backend, key.signer.publicKey, seen).catch((error: unknown) =>
          seen.mixtures.push(describeError(error)),
        )
        await pause(reader % 20) // readers out of step
      }
    }),
  )
  let killed = 0
  for (let round = 0; round < rounds; round += 1) {
    const commands = [
      await publishArguments(`1.${round + 1}.0`),
      ['stage', String(randomInt(1, 101))],
      ['halt'],
      ['resume'],
      ['rollback'],
    ]
    const args = commands[round % commands.length] ?? []
    // The first command is killed in its first half, so that it does not end before.
    const most = round === 0 ? REQUESTS.publish / 2 : args[0] === 'publish' ? REQUESTS.publish : REQUESTS.other
    const request = round % 3 === 2 ? null : randomInt(1, most)
    if ((await runAndKill(counter, backend.secretKey, args, env, request)).code === null) killed += 1
  }
  // After the kills, one command that completes makes all files agree again.
  await finish((await publishArguments('9.0.0')).slice(0, -2))
  isOver = true
  await reading
  const last = new Set<string>()
  for (const name of POINTERS) {
    const url = getDownloadUrl(backend, `latest/${name}`)
    last.add((await readOfferedFiles(url, await (await fetch(url)).text(), [key.signer.publicKey])).version)
  }
  for (const reason of [...new Set(seen.mixtures)].slice(0, 5)) console.error(reason)
  return [
    { what: 'reads of a file that points to a release', value: seen.reads, unit: 'reads', atLeast: readers },
    { what: 'different versions seen', value: seen.versions.size, unit: 'versions', atLeast: 2 },
    { what: 'complete downloads compared', value: seen.downloads, unit: 'files', atLeast: 1 },
    { what: 'operator processes killed', value: killed, unit: 'processes', atLeast: 1 },
    createZeroMeasurement(
      'reads with parts of two releases, or with a file that is missing or has another hash',
      seen.mixtures.length,
    ),
    createZeroMeasurement('files that do not offer the last release at the end', last.size - 1),
  ]
}

async function readOnce(
  backend: TestBackend,
  publicKey: string,
  seen: { reads: number; downloads: number; versions: Set<string> },
): Promise<void> {
  const url = getDownloadUrl(backend, `latest/${POINTERS[randomInt(POINTERS.length)]}`)
  const response = await fetch(url, { cache: 'no-store' })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  const { version, files } = await readOfferedFiles(url, await response.text(), [publicKey])
  seen.versions.add(version)
  seen.reads += 1
  if (seen.reads % READS_PER_DOWNLOAD !== 0) return
  const file = files[randomInt(files.length)]
  if (file === undefined) throw new Error(`${url} offers no file.`)
  const download = await fetch(file.url)
  const bytes = new Uint8Array(await download.arrayBuffer())
  if (!download.ok || !isProvenFile(bytes, file)) {
    throw new Error(`${file.url} (${download.status}) is not the file that ${url} describes.`)
  }
  seen.downloads += 1
}

/**
 * Runs a command in a process of its own. With `requests`, kills it with SIGKILL when it sends that request, and its exit code is then null,
 * unless it needs fewer requests.
 */
async function runAndKill(
  counter: RequestCounter,
  secretKey: string,
  args: readonly string[],
  env: Record<string, string>,
  requests: number | null,
): Promise<AdminCommandResult> {
  const { child, ended } = startAdminProgram(['release', ...args], {
    SUPABASE_URL: counter.url,
    SUPABASE_SECRET_KEY: secretKey,
    ...env,
  })
  counter.actAt(requests ?? Number.POSITIVE_INFINITY, () => child.kill('SIGKILL'))
  return await ended
}

/** The message of a failed request says only "fetch failed"; its cause has the reason. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
