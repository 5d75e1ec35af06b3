/**
 * BIP, the Basic Interface for Parallelism (Prylli and Tourancheau, Euro-Par 1998; BIP 0.92 user reference manual, LIP TR
 * 97-02): tagged messages of 32-bit words with as little between them and the network as possible.
 */
@NullMarked
package org.bipj.bip;

import org.jspecify.annotations.NullMarked;
