/** Protocols of foreign launchers: PMI-1, PMI-2 and PMIx. */
package org.bipj.net.pmi;
