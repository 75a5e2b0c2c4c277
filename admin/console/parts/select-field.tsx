import { useId } from 'react'

type SelectFieldProps<Choice extends string> = {
  label: string
  choices: readonly (readonly [choice: Choice, label: string])[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

/** A labelled drop-down list. */
export function SelectField<Choice extends string>({ label, choices, chosen, onChoose }: SelectFieldProps<Choice>) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        className="field-input"
        value={chosen}
        onChange={({ target }) => {
          const choice = choices.find(([each]) => each === target.value)
          if (choice) onChoose(choice[0])
        }}
      >
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
