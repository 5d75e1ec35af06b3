/** Traces of a run: spans and instants on tracks, written as a Chrome trace. Tracing never changes the run. */
package org.bipj.sim.trace;
