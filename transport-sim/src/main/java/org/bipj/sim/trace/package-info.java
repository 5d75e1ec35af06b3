/** What a run shows: spans on tracks (Chrome trace), use of links, a summary. Watching never changes the run. */
package org.bipj.sim.trace;
