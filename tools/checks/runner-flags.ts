const NAMED_AS_RUNNING =
  /^#?(?:is|are)?_?(?:running|busy|draining|working|looping|scheduled|flushing|woken)|(?:Running|Scheduled|Draining|Woken)$/i
const AWAITING_LOOP = /\b(?:for|while) ?\((?:[^\n]*\n){0,12}?[^\n]*\bawait\b/
const HELPER = 'packages/backend/src/serial-runner.ts'

/**
 * Reports hand-written flags that guard an async loop, such as `isRunning`. Such a loop loses a wake-up that arrives between its last look
 * at its queue and the reset of the flag.
 */
export function findRunnerFlags(path: string, text: string): string[] {
  if (path === HELPER || !AWAITING_LOOP.test(text)) return []
  const set = new Set(Array.from(text.matchAll(/(?:this\.)?(#?\w+) = true\b/g), ([, name = '']) => name))
  return [...set]
    .filter((name) => NAMED_AS_RUNNING.test(name) && text.includes(`${name} = false`))
    .map(
      (name) =>
        `${path} guards an async loop with the flag ${name}: use createSerialRunner of ${HELPER}, or chain the promises`,
    )
}
