import { array, parse, string } from 'valibot'

/** One instruction of a Containerfile, with continued lines joined. */
export type ContainerInstruction = { word: string; rest: string }

/** One build stage: the instructions between two FROM lines of a Containerfile. */
export type BuildStage = { name: string | null; image: string; instructions: ContainerInstruction[] }

/** The runtime configuration of the Containerfile's final stage. */
export type ContainerConfig = {
  user: string
  command: string[]
  healthCheck: string[]
  environment: Record<string, string>
}

/** Parses the build stages of a Containerfile. Throws on an instruction that the rehearsal does not support. */
export function parseBuildStages(text: string): BuildStage[] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ').split('\n')
  const stages: BuildStage[] = []
  for (const line of lines.filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
    const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (!KNOWN.includes(word)) throw new Error(`The rehearsal does not know the instruction "${line}".`)
    const [, image = '', name] = word === 'FROM' ? (/^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []) : []
    if (word === 'FROM') stages.push({ name: name ?? null, image, instructions: [] })
    else stages.at(-1)?.instructions.push({ word, rest })
  }
  return stages
}

const KNOWN = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']

/** Returns the user, command, health check and environment variables of a build stage. */
export function readContainerConfig({ instructions }: BuildStage): ContainerConfig {
  const last = (word: string) => instructions.findLast((each) => each.word === word)?.rest ?? ''
  const environment = instructions
    .filter(({ word }) => word === 'ENV')
    .flatMap(({ rest }) => rest.split(/\s+/).map((pair) => pair.split('=', 2)))
  return {
    user: last('USER'),
    command: words(last('CMD')),
    healthCheck: words(last('HEALTHCHECK').replace(/^.*?CMD /, '')),
    environment: Object.fromEntries(environment),
  }
}

function words(json: string): string[] {
  return parse(array(string()), JSON.parse(json))
}
