/**
 * Split-C (Culler, Dusseau, Goldstein, Krishnamurthy, Lumetta, von Eicken and Yelick, Parallel Programming in Split-C,
 * Supercomputing 1993): a global address space with blocking, split-phase and one-way accesses, over Active Messages.
 */
package org.bipj.splitc;
