/** Experiments of the BIP paper (L. Prylli, B. Tourancheau, 1998). They have no access to published values. */
package org.bipj.reproduce.bip;
