/** An agent in the ranks' JVMs: its jar, and how it changes classes while they are loaded. What it adds to them is {@code seeing.timeline}'s. */
package org.bipj.launch.seeing.agent;
