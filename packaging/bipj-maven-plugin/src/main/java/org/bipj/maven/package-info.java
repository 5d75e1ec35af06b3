/** The Maven plugin: {@code mvn bipj:run}. */
package org.bipj.maven;
