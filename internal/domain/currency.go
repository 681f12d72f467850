package domain

import (
	"slices"
	"strings"
)

// The currencies in circulation, by their codes in ISO 4217, and those of them that are not divided into hundredths. Funds, metals and
// withdrawn currencies are left out. web/src/i18n/currencies.ts has the same lists.
const (
	currencies = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK " +
		"DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF " +
		"KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK " +
		"PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX " +
		"USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"
	noDecimals    = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
	threeDecimals = "BHD IQD JOD KWD LYD OMR TND"
)

// Currencies returns the codes of all currencies that a project can have, in alphabetical order.
func Currencies() []string { return strings.Fields(currencies) }

// IsCurrency reports whether a text is the code of a currency, in capitals.
func IsCurrency(code string) bool { return slices.Contains(Currencies(), code) }

// CurrencyDecimals returns the number of decimals in which amounts of a currency are written.
func CurrencyDecimals(code string) int {
	switch {
	case slices.Contains(strings.Fields(noDecimals), code):
		return 0
	case slices.Contains(strings.Fields(threeDecimals), code):
		return 3
	}
	return 2
}
