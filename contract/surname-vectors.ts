/**
 * Real surnames that contain a word of the bot screening or of the validation: those of the surnames in zxcvbn-ts (United States census) and
 * Faker that contain one, and those of bug reports. Tests check that no rule stops them. Real surnames that are such a word (Test, Fake) do
 * not belong here: they are stopped, and offered the contact dialog.
 */
export const SURNAMES_WITH_A_WORD: readonly string[] =
  `abbot abbott barbot botan botari botelho boteler boteilho botella botello botero bota botez botezatu both botha botham bothe bothell
bothman bothner bothof bothwell botirev botiryev botkin botkins botnari botnaru botner botond botos botras botros bots botsford bott botta
bottai bottari bottaro bottas bottcher botte bottella bottenfield botterbusch bottex botti botticelli botticello bottiggi bottiglieri bottin
botting bottini bottino bottolfson botton bottone bottoni bottom bottomley bottomly bottoms bottorf bottorff bottrell bottum botwin botwinick
botz cabot cabotage cabotaje cebotari chabot chabotte chobot cibotari ciubotaru erspamer fakenham fakes frabott frabotta furubotten harbottle
hickenbottom hickinbotham hickingbotham hickonbottom higgenbotham higgenbottom higginbotham higginbothan higginbottom higinbotham huffaker
ibbotson kubota labotić ljubotina longbotham longbottom mabbott malatesta mezzatesta notestine onloader pochintesta potestio rainbott
ramsbottom ransbottom ribot robotham rowbotham rowbottom rubottom sabot sabota schabot scripter scripture shabot sidebottom sobota sobotka
sobotková sobotta spaman spampinato šobota talbot talboti talbott tempest tempesta temple templeton testa testai testani testaverde testen
tester testerman testino testman testolin teston testone testoni winterbottom zambotti`.split(/\s+/)
