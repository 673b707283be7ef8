/**
 * Determines what a product is, as opposed to what its name mentions: "Coconut Milk Choc Bites" are chocolate, "Gula
 * Melaka Popcorn" is popcorn. A name's kind is its head noun: the last one in English and Chinese, the first one in
 * Malay.
 */
import type { SynonymMatch, Synonyms } from './synonyms.ts';

/**
 * Degrees to which a product is of a term's kind, as postings store them. A category of the same kind adds
 * `KIND_WEIGHT_IN_CATEGORY`. `IN_NAME`: the name mentions the term. `IS_KIND`: the term is the head noun, with other
 * kinds beside it, or a broader kind of the head noun. `IS_ONLY_KIND`: the term is the head noun, and the name mentions
 * no other kind.
 */
export const IN_OTHER_TEXT = 0;
export const KIND_WEIGHT_IN_CATEGORY = 1;
export const IN_NAME = 2;
/** For terms alone: it may be the head noun, but another word follows it ("bread improver", "gula melaka popcorn"). */
export const MAY_BE_KIND = 3;
export const IS_KIND = 4;
export const IS_ONLY_KIND = 6;

/** Terms of synonym groups that describe a product without naming one. */
const DESCRIPTIVE_TERMS = new Set(
  `red,white,spicy,sweet,salty,sour,fresh,new,best seller,breakfast,kampung,chilled,frozen food,canned food,household,
  cooking ingredients,halal,vegetarian,vegan,organic,gluten free,dairy free,nut free,high protein,mediterranean,low sugar,
  3 in 1,drinks,snacks,dairy,cooking paste`.split(/,\s*/),
);

/** Stems of words of packs, grades and sizes: they may follow the head noun. */
const PACK_WORDS = new Set(
  `bag,pack,packet,pkt,cup,tub,bottle,btl,can,tin,box,refill,sachet,slice,stick,cone,roll,pouch,jar,carton,ctn,tray,bucket,
  family,mini,jumbo,large,medium,small,l,m,s,xl,piece,pc,half,grade,gred,a,b,c,aa,class,original,asli,classic,premium,
  special,fine,coarse,kasar,halus,whole,cut,powder,liquid,value,rm,x,g,kg,ml,ply,regular,natural,pure,tempatan,import`.split(
    /,\s*/,
  ),
);

/** Stems of Malay nouns that a phrase begins with: minyak masak, kopi o, gula pasir. */
const MALAY_NOUNS = new Set(
  `air,aiskrim,asam,ayam,baucar,bawang,bebola,beras,bihun,bijirin,biskut,buah,cili,daging,daun,emping,epal,gula,halia,ikan,inti,itik,jagung,
  jem,jus,kacang,kari,kek,keju,kentang,kerepek,keropok,ketam,kicap,kopi,krim,kuah,kubi,kubis,kuih,kunyit,kurma,lada,lampin,laksa,
  limau,lobak,madu,mee,mentega,mi,minuman,minyak,nasi,oren,pakej,pati,pencuci,pe,pes,pisang,pulut,roti,sabun,sambal,santan,
  sardin,sate,sayur,serbuk,set,sirap,so,sos,sotong,su,susu,syampu,tauhu,teh,telur,tembikai,tempe,tepung,tisu,tuala,ubat,
  ubi,udang`.split(/,\s*/),
);

/** Pattern of the end of the part of a name that says what the product is; ingredients, flavours or uses follow. */
const TAIL_PATTERN = /[,(（|/【[;:]|\s[-–—]\s|\s(?:in|with|for|from|by|dengan|dalam|perisa|untuk|rasa)\s/i;

/** Stems before a noun that the product does not have. */
const NEGATING_STEMS = new Set([
  'no',
  'zero',
  'less',
  'low',
  'free',
  'without',
  'reduced',
  'tanpa',
  'kurang',
  'rendah',
]);

/** Returns the part of a name that says what the product is. */
export function extractCoreName(name: string): string {
  const end = name.search(TAIL_PATTERN);
  return end > 0 ? name.slice(0, end) : name;
}

export const isPackWord = (stem: string): boolean => PACK_WORDS.has(stem) || /^\d/.test(stem);

/** Returns the position of a term's head noun among its tokens. */
const findHead = (tokens: readonly string[]): number => (MALAY_NOUNS.has(tokens[0] ?? '') ? 0 : tokens.length - 1);

/**
 * A broader group of a kind: bread for wholemeal bread. `isSame`: the two groups also share a term, so neither is the
 * likelier meaning.
 */
type BroaderGroup = { group: number; isSame: boolean };

/** A kind that a name mentions, with its tokens' positions. `isSure`: no other word may be the head noun. */
export type NamedKind = { groups: readonly number[]; start: number; end: number; level: number; isSure: boolean };

/** The kinds of synonym groups, and how they contain each other. */
export class Kinds {
  readonly #synonyms: Synonyms;
  readonly #describing: ReadonlySet<number>;
  readonly #broader = new Map<number, BroaderGroup[]>();

  constructor(synonyms: Synonyms, groups: readonly (readonly string[])[], tokensIn: (text: string) => string[]) {
    this.#synonyms = synonyms;
    this.#describing = new Set(
      groups.flatMap((terms, group) =>
        terms.some((term) => DESCRIPTIVE_TERMS.has(term.toLowerCase())) ? [group] : [],
      ),
    );
    for (const [group, terms] of groups.entries()) this.#addBroader(group, terms.map(tokensIn));
  }

  /** Finds the groups that a term of this group is a kind of, by its head noun. */
  #addBroader(group: number, terms: readonly (readonly string[])[]): void {
    if (this.#describing.has(group)) return;
    const shared = new Set(terms.flatMap((tokens) => this.#wholeGroups(tokens)));
    const broader = new Map<number, boolean>();
    for (const tokens of terms) {
      const [head, rest] = this.#splitTerm(tokens);
      if (rest.length === 0 || this.#hasNoun(rest, group)) continue;
      for (const other of this.#wholeGroups(head)) {
        if (other !== group && !this.#describing.has(other)) broader.set(other, shared.has(other));
      }
    }
    this.#broader.set(
      group,
      [...broader].map(([other, isSame]) => ({ group: other, isSame })),
    );
  }

  /** Splits a term into its head noun (the longest one that is a term itself) and the words that modify it. */
  #splitTerm(tokens: readonly string[]): [head: readonly string[], rest: readonly string[]] {
    const isFirst = findHead(tokens) === 0;
    const isHan = /^\p{Script=Han}$/u.test(tokens.at(-1) ?? '');
    for (let length = tokens.length - 1; length >= (isHan ? 2 : 1); length--) {
      const head = isFirst ? tokens.slice(0, length) : tokens.slice(-length);
      if (this.#wholeGroups(head).length > 0)
        return [head, isFirst ? tokens.slice(length) : tokens.slice(0, tokens.length - length)];
    }
    return [[], []];
  }

  #wholeGroups(tokens: readonly string[]): readonly number[] {
    const match = this.#synonyms.findLongest(tokens, 0);
    return match !== null && match.length === tokens.length ? match.groups : [];
  }

  /** Returns whether tokens have a noun of another group. */
  #hasNoun(tokens: readonly string[], group: number): boolean {
    return this.#synonyms
      .allIn(tokens)
      .some(({ groups }) => groups.some((each) => each !== group && !this.#describing.has(each)));
  }

  #isNoun({ groups }: SynonymMatch): boolean {
    return groups.some((group) => !this.#describing.has(group));
  }

  /** Returns the broader groups of a group. */
  listBroaderGroups(group: number): readonly BroaderGroup[] {
    return this.#broader.get(group) ?? [];
  }

  /**
   * Lists the kinds that a name, without its brand and sizes, mentions, each with its level. The head noun is the last
   * one; in a Latin name, a Malay noun at the beginning is a head noun too.
   */
  listKinds(tokens: readonly string[], isHan: boolean): NamedKind[] {
    const matches = this.#synonyms.allIn(tokens);
    const nouns = matches.filter(
      (match) => this.#isNoun(match) && !NEGATING_STEMS.has(match.start === 0 ? '' : (tokens[match.start - 1] ?? '')),
    );
    const [first, last] = [nouns[0], nouns.at(-1)];
    const isOnly = nouns.every(({ groups }) => groups.some((group) => last?.groups.includes(group)));
    const isLastWord =
      last !== undefined &&
      (isHan || tokens.slice(last.start + last.length).every((token) => isPackWord(token) || this.#describes(token)));
    const beginsMalay = (match: SynonymMatch | undefined) =>
      !isHan && MALAY_NOUNS.has(tokens[match?.start ?? -1] ?? '');
    const isMalay = (match: SynonymMatch) => match === first && beginsMalay(match);
    // The last noun of a Malay name is no head noun: gula-gula susu.
    const head = first !== last && beginsMalay(first) && beginsMalay(last) ? first : last;
    return matches.map((match) => {
      const isHead = match === head || isMalay(match);
      const isAlone = isOnly && (isMalay(match) || isLastWord);
      const level = !isHead ? (nouns.includes(match) || !this.#isNoun(match) ? IN_NAME : IN_OTHER_TEXT) : IS_KIND;
      return {
        groups: match.groups,
        start: match.start,
        end: match.start + match.length,
        level: isHead && isAlone ? IS_ONLY_KIND : level,
        isSure: match === last ? isLastWord : match === head || isOnly,
      };
    });
  }

  #describes(token: string): boolean {
    return this.#wholeGroups([token]).some((group) => this.#describing.has(group));
  }

  /**
   * Returns the position and level of a kind's head noun by itself: milk has the full level in "fresh milk", a lower
   * one in "coconut milk". `length`: characters of the head noun of a Chinese kind.
   */
  findHeadNoun(
    tokens: readonly string[],
    kind: NamedKind,
    length: number,
    isHan: boolean,
  ): { at: number; level: number } {
    const term = tokens.slice(kind.start, kind.end);
    const at = isHan ? term.length - length : findHead(term);
    const head = isHan ? term.slice(at) : [term[at] ?? ''];
    const own = this.#wholeGroups(head);
    const isWhole = own.some(
      (group) =>
        kind.groups.includes(group) ||
        kind.groups.some((narrower) =>
          this.listBroaderGroups(narrower).some((each) => each.isSame && each.group === group),
        ),
    );
    const level = isWhole ? kind.level : Math.min(kind.level, IS_KIND);
    return { at: kind.start + at, level: kind.isSure ? level : MAY_BE_KIND };
  }
}
