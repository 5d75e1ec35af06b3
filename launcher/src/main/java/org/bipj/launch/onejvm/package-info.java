/** Jobs whose ranks share one JVM, as threads or as coroutines in virtual time. */
package org.bipj.launch.onejvm;
