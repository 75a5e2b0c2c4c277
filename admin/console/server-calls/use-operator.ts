import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { answerOf } from './run.ts'
import { post } from './session.ts'

const operatorSchema = v.object({ who: v.string(), site: v.string() })

/** Returns the operator's name and the URL of the site; null until they are known. */
export function useOperator(): v.InferOutput<typeof operatorSchema> | null {
  const [operator, setOperator] = useState<v.InferOutput<typeof operatorSchema> | null>(null)
  useEffect(() => {
    // An error is ignored here: the calls of the page report it.
    post('/who', {})
      .then((response) => answerOf(operatorSchema, response))
      .then(setOperator, () => {})
  }, [])
  return operator
}
