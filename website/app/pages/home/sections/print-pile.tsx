import { PhotoPrint } from '../../../photo-print.tsx'

const below = [
  { name: 'first-dance', place: 'top-[9%] left-[19%] -rotate-[13deg]' },
  { name: 'dog-in-bow-tie', place: 'top-[5%] left-[25%] rotate-[11deg]' },
  { name: 'sunset-walk', place: 'top-[9%] left-[18%] -rotate-[6deg]' },
  { name: 'rings', place: 'top-[7%] left-[23%] rotate-[5deg]' },
]

/** The prints of the hero, one on the other, the first look on top. Only that one is named: the others lie under it. */
export function PrintPile() {
  return (
    <div className="relative mx-auto aspect-[10/11] w-full max-w-[22rem] sm:max-w-[26rem] lg:max-w-none">
      {below.map((print) => (
        <PhotoPrint key={print.name} name={print.name} className={`absolute w-[62%] ${print.place}`} eager decorative />
      ))}
      <PhotoPrint name="first-look" className="absolute top-[7%] left-[19%] w-[64%] -rotate-[1.5deg]" eager />
    </div>
  )
}
