#define _GNU_SOURCE
#include "CLinux.h"

#include <langinfo.h>
#include <locale.h>

static int small(locale_t locale, nl_item item) {
  return (signed char)nl_langinfo_l(item, locale)[0];
}

void *odobar_open_locale(const char *name, struct odobar_locale *facts) {
  locale_t locale =
      newlocale(LC_CTYPE_MASK | LC_NUMERIC_MASK | LC_MONETARY_MASK, name, (locale_t)0);
  if (locale == (locale_t)0) return NULL;
  *facts = (struct odobar_locale){
      .codeset = nl_langinfo_l(CODESET, locale),
      .decimal_point = nl_langinfo_l(RADIXCHAR, locale),
      .thousands_separator = nl_langinfo_l(THOUSEP, locale),
      .grouping = nl_langinfo_l(__GROUPING, locale),
      .monetary_decimal_point = nl_langinfo_l(__MON_DECIMAL_POINT, locale),
      .monetary_thousands_separator = nl_langinfo_l(__MON_THOUSANDS_SEP, locale),
      .monetary_grouping = nl_langinfo_l(__MON_GROUPING, locale),
      .currency_symbol = nl_langinfo_l(__CURRENCY_SYMBOL, locale),
      .international_symbol = nl_langinfo_l(__INT_CURR_SYMBOL, locale),
      .positive_sign = nl_langinfo_l(__POSITIVE_SIGN, locale),
      .negative_sign = nl_langinfo_l(__NEGATIVE_SIGN, locale),
      .fraction_digits = small(locale, __FRAC_DIGITS),
      .positive_symbol_precedes = small(locale, __P_CS_PRECEDES),
      .positive_space = small(locale, __P_SEP_BY_SPACE),
      .positive_sign_position = small(locale, __P_SIGN_POSN),
      .negative_symbol_precedes = small(locale, __N_CS_PRECEDES),
      .negative_space = small(locale, __N_SEP_BY_SPACE),
      .negative_sign_position = small(locale, __N_SIGN_POSN),
  };
  return locale;
}

void odobar_close_locale(void *locale) { freelocale((locale_t)locale); }
