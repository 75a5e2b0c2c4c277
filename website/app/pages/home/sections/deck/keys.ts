type Actions = { keep: () => void; letGo: () => void; undo: () => void }

/**
 * Handles the deck's keys: the right arrow keeps the top print, the left arrow lets it go, Backspace undoes. Active while the focus is on
 * the deck, or on no element while the deck is in view. Ignores key repeats. Returns a function that removes the listeners.
 */
export function enableDeckKeys(stage: HTMLElement, actions: Actions): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const act = { ArrowRight: actions.keep, ArrowLeft: actions.letGo, Backspace: actions.undo }[event.key]
    if (!act || event.repeat || event.defaultPrevented || hasModifier(event) || !concerns(stage, event.target)) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey
}

function concerns(stage: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (stage.parentElement?.contains(target)) return true
  if (target !== document.body && !target.matches('h1, main')) return false
  const { top, bottom } = stage.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
