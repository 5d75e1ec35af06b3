/** Experiments of the BIP paper (L. Prylli, B. Tourancheau, 1998). They know no published value. */
package org.bipj.reproduce.bip;
