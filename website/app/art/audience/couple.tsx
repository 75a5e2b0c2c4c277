import { useId } from 'react'
import { type DrawingProps, Fade, Scene } from '../scene.tsx'

/** Couples: two people on a sofa with one laptop. */
export function Couple(props: DrawingProps) {
  const id = useId()
  return (
    <Scene id={id} width={320} height={320} {...props}>
      <Fade id={`${id}a`} colours={['#FFE9CF', '#F7C6C5']} />
      <path d="M0 0h320v320H0z" fill={`url(#${id}a)`} />
    </Scene>
  )
}
