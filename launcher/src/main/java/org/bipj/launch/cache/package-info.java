/** Ahead-of-time caches, with which the JVMs of launcher and ranks start in half the time. */
package org.bipj.launch.cache;
