/**
 * The coherence protocol of CRL: pure state machines, one for each copy of a region. A message or a call of the program
 * goes in, messages come out. No clock, no memory, no network. After CRL 1.0 (Johnson, Kaashoek, Wallach, SOSP 1995): fixed
 * homes, invalidation, acknowledgements to the home.
 */
package org.bipj.crl.protocol;
