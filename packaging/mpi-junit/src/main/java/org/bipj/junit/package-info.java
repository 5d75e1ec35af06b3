/**
 * Tests on several ranks inside the test JVM: {@link org.bipj.junit.MpiTest} for JUnit Jupiter, {@link
 * org.bipj.junit.MpiRunner} for property tests and all others.
 */
package org.bipj.junit;
