import type { Language } from '#domain/language';

/** Words of money and religion: those that a translation must contain, and those with a wrong meaning. */
export const COPY_TERMS: Record<Exclude<Language, 'en'>, { has: string[]; never: RegExp }> = {
  ar: {
    has: ['بلا فوائد', 'ربا', 'حلال', 'متوافق مع الشريعة', 'التحصيص', 'مشورة'],
    never: /مراهنة|رهان|معتمد|مُجاز|فتوى|مضاربة|ـ/,
  },
  ur: {
    has: ['سود', 'ربا', 'حلال', 'شریعت کے مطابق', 'اسٹیکنگ', 'شرعی مشورہ'],
    never: /داؤ|تصدیق شدہ شریعت|فتویٰ|مضاربہ|[يكة]/,
  },
  id: {
    has: ['tanpa bunga', 'riba', 'halal', 'staking', 'nasihat'],
    never: /taruh|bersertifikat|fatwa|mudharabah|kredit/i,
  },
  ms: { has: ['faedah', 'riba', 'halal', 'stak', 'nasihat'], never: /taruh|diperakui|fatwa|mudarabah|\bbunga\b/i },
  tr: { has: ['Faiz', 'riba', 'helal', 'staking', 'dinî tavsiye'], never: /bahis|icazet|fetva|şeriat|kredi/i },
  fr: {
    has: ['intérêt', 'riba', 'halal', 'charia', 'staking', 'religieux'],
    never: /mise en jeu|miser|certifi|fatwa|moudaraba/i,
  },
};
