/**
 * CRL, the C Region Library: regions of memory that all ranks share coherently (LCI paper, section 5.5; CRL 1.0, Johnson,
 * Kaashoek, Wallach, SOSP 1995). {@link org.bipj.crl.Crl} is where a program starts.
 */
package org.bipj.crl;
