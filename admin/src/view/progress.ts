import type { Progress } from '../command.ts'
import { sizeText } from './text.ts'

const EVERY_MS = 100
const BAR = 24

/** Draws a long work's progress in one line that is drawn over itself; draws nothing where nobody looks (no terminal). */
export function formatProgress(
  stream: NodeJS.WritableStream & { isTTY?: boolean },
  label: string,
  total: number | null,
): Progress {
  if (!stream.isTTY) return { advance() {}, done() {} }
  let reached = 0
  let renderedAt = 0
  const draw = () => stream.write(`\r\x1b[K${label} ${progressText(reached, total)}`)
  return {
    advance(by) {
      reached += by
      const now = performance.now()
      if (now - renderedAt < EVERY_MS) return
      renderedAt = now
      draw()
    },
    done() {
      stream.write('\r\x1b[K')
    },
  }
}

/** A bar where the end is known, else how much it was so far. */
export function progressText(reached: number, total: number | null): string {
  if (total === null || total <= 0) return sizeText(reached)
  const part = Math.min(1, reached / total)
  const full = Math.round(part * BAR)
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.round(part * 100)} % of ${sizeText(total)}`
}
