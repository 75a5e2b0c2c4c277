import { useId } from 'react'
import { type DrawingProps, Fade, Scene } from '../scene.tsx'

/** First wash of the picture. */
export function Mountains(props: DrawingProps) {
  const id = useId()
  return (
    <Scene id={id} {...props}>
      <Fade id={`${id}a`} colours={['#F7C6C5', '#7C3AED']} />
      <path d="M0 0h400v400H0z" fill={`url(#${id}a)`} />
    </Scene>
  )
}
