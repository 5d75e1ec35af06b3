/** Jobs in the JVM of a test, which goes on. */
package org.bipj.launch.onejvm.embedded;
