import { PhotoPrint } from '../../../photo-print.tsx'

const below = [
  { name: 'first-dance', place: 'top-[17%] left-[1%] -rotate-[17deg]' },
  { name: 'dog-in-bow-tie', place: 'top-[15%] left-[45%] rotate-[16deg]' },
  { name: 'sunset-walk', place: 'top-[6%] left-[9%] -rotate-[8deg]' },
  { name: 'rings', place: 'top-[5%] left-[36%] rotate-[8deg]' },
]

/** The prints of the hero, one on the other, the first look on top. Only that one is named: the others lie under it. */
export function PrintPile() {
  return (
    <div className="relative mx-auto aspect-[10/9] w-[88%] max-w-[34rem] sm:w-full">
      {below.map((print) => (
        <PhotoPrint key={print.name} name={print.name} className={`absolute w-[54%] ${print.place}`} eager decorative />
      ))}
      <PhotoPrint name="first-look" className="absolute top-[10%] left-[21%] w-[58%] -rotate-2" eager />
    </div>
  )
}
