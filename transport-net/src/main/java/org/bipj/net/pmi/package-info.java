/** Launchers of others: what they give their processes, by PMI-1, PMI-2 and PMIx. */
package org.bipj.net.pmi;
