type ChoicesProps<Choice extends string> = {
  label: string
  choices: readonly (readonly [choice: Choice, label: string])[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

/** A group of toggle buttons, of which exactly one is pressed. */
export function Choices<Choice extends string>({ label, choices, chosen, onChoose }: ChoicesProps<Choice>) {
  return (
    <div role="group" aria-label={label} className="choices">
      {choices.map(([choice, name]) => (
        <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {name}
        </button>
      ))}
    </div>
  )
}
