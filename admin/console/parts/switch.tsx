type SwitchProps = { label: string; isOn: boolean; onPress: () => void }

/** A switch with its state in words. A press asks for a change; the caller changes `isOn`. */
export function Switch({ label, isOn, onPress }: SwitchProps) {
  return (
    <button type="button" role="switch" aria-checked={isOn} aria-label={label} className="switch" onClick={onPress}>
      {isOn ? 'On' : 'Off'}
    </button>
  )
}
