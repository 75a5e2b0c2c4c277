import type { CommandProgress } from '../command.ts'
import { formatSize } from './text.ts'

const EVERY_MS = 100
const BAR = 24

/** Renders a progress bar that overwrites its own line at most ten times a second. Writes nothing when the stream is not a terminal. */
export function startProgressBar(
  stream: NodeJS.WritableStream & { isTTY?: boolean },
  label: string,
  total: number | null,
  format: (total: number) => string = formatSize,
): CommandProgress {
  if (!stream.isTTY) return { advance() {}, done() {} }
  let reached = 0
  let renderedAt = 0
  const draw = () => stream.write(`\r\x1b[K${label} ${formatProgressBar(reached, total, format)}`)
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

/** Formats a progress bar with a percentage and the formatted total, or only the amount so far when the total is unknown. */
export function formatProgressBar(
  reached: number,
  total: number | null,
  format: (total: number) => string = formatSize,
): string {
  if (total === null || total <= 0) return format(reached)
  const part = Math.min(1, reached / total)
  const full = Math.round(part * BAR)
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.round(part * 100)} % of ${format(total)}`
}
