import { useId } from 'react'
import { type DrawingProps, Fade, Scene } from '../scene.tsx'

/** New parents: a father with a sleeping baby on his shoulder. */
export function NewParents(props: DrawingProps) {
  const id = useId()
  return (
    <Scene id={id} width={320} height={320} {...props}>
      <Fade id={`${id}a`} colours={['#FFE9CF', '#F7C6C5']} />
      <path d="M0 0h320v320H0z" fill={`url(#${id}a)`} />
    </Scene>
  )
}
