/** Which methods and classes of the JDK hosted ranks get others for. */
package org.bipj.launch.hosted.rules;
