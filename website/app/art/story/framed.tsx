import { useId } from 'react'
import { type DrawingProps, Fade, Scene } from '../scene.tsx'

/** A framed print hangs on a wall in the light of a window. */
export function Framed(props: DrawingProps) {
  const id = useId()
  return (
    <Scene id={id} width={240} height={180} {...props}>
      <Fade id={`${id}a`} colours={['#FFE9CF', '#F7C6C5']} />
      <path d="M0 0h240v180H0z" fill={`url(#${id}a)`} />
    </Scene>
  )
}
