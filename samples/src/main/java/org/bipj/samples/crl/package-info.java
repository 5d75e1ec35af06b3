/** Samples with CRL: the two programs of the LCI paper that share regions (section 6), Barnes-Hut and radix sort. */
package org.bipj.samples.crl;
