import { CONFETTI_ANIMATION } from '../../constants.ts'
import { prefersReducedMotion } from '../../frame/scroll.ts'

const colors = ['#e5447f', '#ff8fb6', '#f9a8d4', '#7c3aed', '#a78bfa', '#c4a3ff']

/** Shows four seconds of confetti and removes its canvas afterwards. Does nothing with reduced motion. */
export async function launchConfetti(): Promise<void> {
  if (prefersReducedMotion()) return
  const { create } = (await import('canvas-confetti')).default
  const canvas = makeCanvas()
  // Disables the library's web worker, because the content security policy forbids scripts from blob URLs.
  const fire = create(canvas, { useWorker: false, resize: true, disableForReducedMotion: true })
  const burst = (particleCount: number) =>
    void fire({
      particleCount,
      colors,
      spread: 360,
      startVelocity: 30,
      ticks: 60,
      origin: { x: Math.random(), y: 0.3 },
    })

  const endsAt = performance.now() + CONFETTI_ANIMATION.durationMs
  burst(CONFETTI_ANIMATION.firstBurstParticles)
  const bursts = setInterval(() => {
    const share = Math.max(0, endsAt - performance.now()) / CONFETTI_ANIMATION.durationMs
    burst(Math.ceil(50 * share))
  }, CONFETTI_ANIMATION.burstEveryMs)
  setTimeout(() => {
    clearInterval(bursts)
    fire.reset()
    canvas.remove()
  }, CONFETTI_ANIMATION.durationMs)
}

/** Creates a canvas over the viewport that ignores the pointer and is hidden from screen readers. */
function makeCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.className = 'pointer-events-none fixed inset-0 z-50 size-full'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  return canvas
}
